package android.app;

import android.content.ContextWrapper;
import android.content.Intent;
import android.os.IBinder;

public abstract class Service extends ContextWrapper {
    public static final int START_STICKY = 1;
    public static final int START_NOT_STICKY = 2;
    public void onCreate() {}
    public void onDestroy() {}
    public int onStartCommand(Intent intent, int flags, int id) {
        return START_STICKY;
    }
    public abstract IBinder onBind(Intent intent);
    public final native void stopSelf();
    public final native void startForeground(int id, Notification notification, int type);
}
