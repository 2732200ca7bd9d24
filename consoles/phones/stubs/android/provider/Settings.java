package android.provider;

public final class Settings {
    public static final String ACTION_MANAGE_APP_USE_FULL_SCREEN_INTENT =
            "android.settings.MANAGE_APP_USE_FULL_SCREEN_INTENT";
    public static final String ACTION_REQUEST_IGNORE_BATTERY_OPTIMIZATIONS =
            "android.settings.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS";
}
