package android.app;

import android.content.Context;

public class Notification {
    public static final String CATEGORY_CALL = "call";
    public static final int FLAG_INSISTENT = 4;
    public static final int VISIBILITY_PRIVATE = 0;
    public static final int VISIBILITY_PUBLIC = 1;
    public int flags;
    public abstract static class Style {}
    public static class BigTextStyle extends Style {
        public native BigTextStyle bigText(CharSequence text);
    }
    public static class Builder {
        public Builder(Context context, String channel) {}
        public native Builder setSmallIcon(int icon);
        public native Builder setContentTitle(CharSequence title);
        public native Builder setContentText(CharSequence text);
        public native Builder setContentIntent(PendingIntent intent);
        public native Builder setFullScreenIntent(PendingIntent intent, boolean isImportant);
        public native Builder setCategory(String category);
        public native Builder setVisibility(int visibility);
        public native Builder setStyle(Style style);
        public native Builder setOngoing(boolean ongoing);
        public native Builder setOnlyAlertOnce(boolean once);
        public native Builder setAutoCancel(boolean cancel);
        public native Notification build();
    }
}
