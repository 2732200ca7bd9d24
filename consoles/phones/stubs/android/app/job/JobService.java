package android.app.job;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

public abstract class JobService extends Service {
    public abstract boolean onStartJob(JobParameters job);
    public abstract boolean onStopJob(JobParameters job);
    public final native void jobFinished(JobParameters job, boolean again);
    @Override
    public final native IBinder onBind(Intent intent);
}
