package android.app;

import android.content.Intent;
import android.os.Bundle;
import android.view.ContextThemeWrapper;
import android.view.View;
import android.window.OnBackInvokedDispatcher;

public class Activity extends ContextThemeWrapper {
    public static final int RESULT_OK = -1;
    protected void onCreate(Bundle state) {}
    protected void onNewIntent(Intent intent) {}
    protected void onResume() {}
    protected void onPause() {}
    protected void onStop() {}
    protected void onDestroy() {}
    protected void onSaveInstanceState(Bundle state) {}
    protected void onActivityResult(int request, int result, Intent data) {}
    public void onRequestPermissionsResult(int request, String[] permissions, int[] results) {}
    @Deprecated
    public void onBackPressed() {}
    public native OnBackInvokedDispatcher getOnBackInvokedDispatcher();
    public native Intent getIntent();
    public native void setIntent(Intent intent);
    public native void setContentView(View view);
    public native void setShowWhenLocked(boolean show);
    public native void setTurnScreenOn(boolean turn);
    public native boolean moveTaskToBack(boolean nonRoot);
    public native boolean isFinishing();
    public native void recreate();
    public final native void runOnUiThread(Runnable action);
    public final native void requestPermissions(String[] permissions, int request);
    public native void startActivityForResult(Intent intent, int request);
}
