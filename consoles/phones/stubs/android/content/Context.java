package android.content;

import android.content.pm.PackageManager;
import android.content.res.Resources;
import java.io.File;

public abstract class Context {
    public static final int MODE_PRIVATE = 0;
    public static final String CONNECTIVITY_SERVICE = "connectivity";
    public static final String JOB_SCHEDULER_SERVICE = "jobscheduler";
    public static final String LOCATION_SERVICE = "location";
    public static final String NOTIFICATION_SERVICE = "notification";
    public static final String POWER_SERVICE = "power";
    public native Context getApplicationContext();
    public native ContentResolver getContentResolver();
    public native PackageManager getPackageManager();
    public native String getPackageName();
    public native Resources getResources();
    public native SharedPreferences getSharedPreferences(String name, int mode);
    public native Object getSystemService(String name);
    public final native String getString(int id);
    public final native String getString(int id, Object... values);
    public native File getFilesDir();
    public native File getCacheDir();
    public native int checkSelfPermission(String permission);
    public native Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter);
    public native void startActivity(Intent intent);
    public native ComponentName startForegroundService(Intent intent);
}
