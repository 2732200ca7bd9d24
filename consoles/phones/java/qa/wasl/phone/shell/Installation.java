package qa.wasl.phone.shell;

import android.content.Context;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.net.Uri;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.util.Locale;
import javax.net.ssl.SSLSocketFactory;
import qa.wasl.phone.core.PinnedTrust;
import qa.wasl.phone.core.Pins;
import qa.wasl.phone.core.ServiceClient;
import qa.wasl.phone.core.ServiceTime;

/** What this app was built for, and its connection to the service: one for the whole process. */
final class Installation {
    private static Installation only;

    /** BUYER, SELLER or DRIVER. */
    final String app;
    /** Such as https://wasl.example.qa, without a path. */
    final String origin;
    final String startPath;
    final int versionCode;
    final String versionName;
    /** What pages and requests say of this app: WaslApp/DRIVER/10203 */
    final String agent;
    final ServiceTime time;
    final SSLSocketFactory sockets;
    final ServiceClient client;

    static synchronized Installation of(Context context) {
        if (only == null) only = new Installation(context.getApplicationContext());
        return only;
    }

    // getLongVersionCode came later, and this app's numbers are small.
    @SuppressWarnings("deprecation")
    private Installation(Context context) {
        app = context.getString(R.string.app);
        origin = context.getString(R.string.origin);
        startPath = context.getString(R.string.start_path);
        try {
            PackageInfo info = context.getPackageManager().getPackageInfo(context.getPackageName(), 0);
            versionCode = info.versionCode;
            versionName = info.versionName;
        } catch (PackageManager.NameNotFoundException error) {
            throw new IllegalStateException(error);
        }
        agent = "WaslApp/" + app + "/" + versionCode;
        time = new ServiceTime(new PhoneClock());
        sockets = sockets(context);
        client = new ServiceClient(origin + "/api/v1", sockets, agent, time);
    }

    /** Without its authorities and pins the app must not run at all. */
    private static SSLSocketFactory sockets(Context context) {
        Pins pins = new Pins(context.getString(R.string.pin_live), context.getString(R.string.pin_spare));
        InputStream authorities = context.getResources().openRawResource(R.raw.authorities);
        try {
            return PinnedTrust.sockets(authorities, pins);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }

    /** Whether an address is a page of ours; anything else is opened outside. */
    boolean isOurs(Uri address) {
        if (address == null || !"https".equals(address.getScheme())) return false;
        Uri own = Uri.parse(origin);
        return own.getHost().equalsIgnoreCase(String.valueOf(address.getHost())) && port(own) == port(address);
    }

    boolean isDriver() {
        return "DRIVER".equals(app);
    }

    /** ar or en: that of the phone, as far as the service has it. */
    static String language() {
        return "ar".equals(Locale.getDefault().getLanguage()) ? "ar" : "en";
    }

    private static int port(Uri address) {
        return address.getPort() < 0 ? 443 : address.getPort();
    }
}
