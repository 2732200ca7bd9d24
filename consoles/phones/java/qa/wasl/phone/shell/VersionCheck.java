package qa.wasl.phone.shell;

import android.app.AlertDialog;
import android.content.DialogInterface;
import android.net.Uri;
import android.os.SystemClock;
import qa.wasl.phone.core.AppVersions;

/** Asks the service now and then whether this version is still accepted, and whether there is a newer one. */
final class VersionCheck {
    private static final long EVERY_MS = 6 * 3_600_000L;

    private final PageActivity page;
    private final Installation installation;
    private long askedAt = -EVERY_MS;
    private AlertDialog shown;
    /** The version that the user put off until the next start. */
    private long putOff;

    VersionCheck(PageActivity page) {
        this.page = page;
        installation = Installation.of(page);
    }

    /** The page came to the screen. */
    void look() {
        long now = SystemClock.elapsedRealtime();
        if (now - askedAt < EVERY_MS) return;
        askedAt = now;
        new Thread("versions") {
            @Override
            public void run() {
                final AppVersions versions = AppVersions.ask(installation.client, installation.app);
                page.runOnUiThread(new Runnable() {
                    @Override
                    public void run() {
                        if (versions == null) askedAt = -EVERY_MS;
                        else judge(versions);
                    }
                });
            }
        }.start();
    }

    private void judge(AppVersions versions) {
        if (page.isFinishing() || (shown != null && shown.isShowing())) return;
        boolean isTooOld = versions.isTooOld(installation.versionCode);
        if (!isTooOld && (!versions.hasNewer(installation.versionCode) || versions.newest == putOff)) return;
        if (isTooOld) askedAt = -EVERY_MS;
        else putOff = versions.newest;
        AlertDialog.Builder dialog = new AlertDialog.Builder(page)
                .setTitle(isTooOld ? R.string.version_too_old : R.string.version_newer)
                .setMessage(isTooOld ? R.string.version_too_old_text : R.string.version_newer_text)
                .setCancelable(!isTooOld)
                .setPositiveButton(R.string.version_get, new DialogInterface.OnClickListener() {
                    @Override
                    public void onClick(DialogInterface pressed, int which) {
                        // A browser saves files and installs them; this app may do neither.
                        page.openOutside(Uri.parse(installation.origin + "/apps"));
                    }
                });
        if (!isTooOld) dialog.setNegativeButton(R.string.version_later, null);
        shown = dialog.show();
    }
}
