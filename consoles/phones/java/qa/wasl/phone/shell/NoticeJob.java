package qa.wasl.phone.shell;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.app.job.JobService;
import android.content.ComponentName;
import android.content.Context;
import android.content.SharedPreferences;
import qa.wasl.phone.core.Notice;
import qa.wasl.phone.core.NoticePoll;

/**
 * Asks for notifications now and then while no page is open. Android decides when: at best every quarter of an hour, with
 * a network, and less often for an app that is seldom used.
 */
public final class NoticeJob extends JobService {
    private static final int JOB = 1;
    private static final long EVERY_MS = 15 * 60_000L;
    private static final String SEEN = "seen";

    /** From now on, also after the phone was switched off and on. */
    static void schedule(Context context) {
        JobInfo job = new JobInfo.Builder(JOB, new ComponentName(context, NoticeJob.class))
                .setPeriodic(EVERY_MS)
                .setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY)
                .setPersisted(true)
                .build();
        scheduler(context).schedule(job);
    }

    /** The next account begins with what is new from then on. */
    static void end(Context context) {
        scheduler(context).cancel(JOB);
        kept(context).edit().clear().apply();
    }

    @Override
    public boolean onStartJob(final JobParameters job) {
        // Asking takes longer than the main thread may.
        new Thread("notices") {
            @Override
            public void run() {
                jobFinished(job, ask());
            }
        }.start();
        return true;
    }

    /** Whether to ask again sooner than usual. */
    private boolean ask() {
        Vault vault = new Vault(this);
        String token = vault.token();
        if (token == null) {
            end(this);
            return false;
        }
        SharedPreferences kept = kept(this);
        Installation installation = Installation.of(this);
        NoticePoll poll =
                NoticePoll.ask(installation.client, token, kept.getString(SEEN, null), Installation.language());
        if (poll.outcome == NoticePoll.Outcome.SIGNED_OUT) {
            if (token.equals(vault.token())) {
                vault.forgetToken();
                end(this);
            }
            return false;
        }
        if (poll.outcome == NoticePoll.Outcome.LATER) return true;
        // Noted before they are shown: a notification that is missed is on the page, one that repeats is a nuisance.
        kept.edit().putString(SEEN, poll.listed).commit();
        if (PageActivity.isOnScreen()) return false;
        Alerts alerts = new Alerts(this);
        for (Notice notice : poll.fresh) alerts.news(notice);
        return false;
    }

    /** Android wants the network for itself; the thread ends with its own timeout. */
    @Override
    public boolean onStopJob(JobParameters job) {
        return true;
    }

    private static SharedPreferences kept(Context context) {
        return context.getSharedPreferences("notices", MODE_PRIVATE);
    }

    private static JobScheduler scheduler(Context context) {
        return (JobScheduler) context.getSystemService(JOB_SCHEDULER_SERVICE);
    }
}
