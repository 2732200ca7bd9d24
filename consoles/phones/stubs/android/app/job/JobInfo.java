package android.app.job;

import android.content.ComponentName;

public class JobInfo {
    public static final int NETWORK_TYPE_ANY = 1;
    public static final class Builder {
        public Builder(int id, ComponentName service) {}
        public native Builder setPeriodic(long milliseconds);
        public native Builder setRequiredNetworkType(int type);
        public native Builder setPersisted(boolean persisted);
        public native JobInfo build();
    }
}
