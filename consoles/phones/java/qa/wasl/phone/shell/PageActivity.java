package qa.wasl.phone.shell;

import android.Manifest;
import android.app.Activity;
import android.app.NotificationManager;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.content.SharedPreferences;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.os.PowerManager;
import android.provider.Settings;
import android.webkit.CookieManager;
import android.webkit.GeolocationPermissions;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.widget.FrameLayout;
import android.widget.Toast;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import qa.wasl.phone.core.Json;

/** The app's only screen: pages of the service, and what they ask of the phone. */
public final class PageActivity extends Activity {
    private static final int ASK_SHIFT = 1;
    private static final int ASK_LOCATION = 2;
    private static final int ASK_NOTIFICATIONS = 3;
    /** What may be opened outside; others, such as intent:, could start anything. */
    private static final List<String> OUTSIDE = Arrays.asList("https", "http", "tel", "mailto", "sms", "geo", "waze");

    private static WeakReference<PageActivity> current = new WeakReference<PageActivity>(null);
    private static volatile boolean onScreen;

    private Installation installation;
    private WebView web;
    private Files files;
    private VersionCheck versions;
    private Uri shown;
    private qa.wasl.phone.core.Activity wanted = qa.wasl.phone.core.Activity.OFF;
    private String locationOrigin;
    private GeolocationPermissions.Callback locationAsked;

    static boolean isOnScreen() {
        return onScreen;
    }

    /** Tells the page that is open, if any, what the service behind it does. */
    static void tellPage(final String state) {
        final PageActivity page = current.get();
        if (page == null) return;
        page.runOnUiThread(new Runnable() {
            @Override
            public void run() {
                if (!page.installation.isOurs(page.shown)) return;
                String event = "window.dispatchEvent(new CustomEvent('wasl-shell',{detail:" + Json.quote(state) + "}))";
                page.web.evaluateJavascript(event, null);
            }
        });
    }

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        installation = Installation.of(this);
        files = new Files(this);
        versions = new VersionCheck(this);
        web = new WebView(this);
        prepare(web);
        FrameLayout frame = new FrameLayout(this);
        frame.addView(web);
        Insets.follow(frame);
        setContentView(frame);
        if (Build.VERSION.SDK_INT >= 33) BackGesture.follow(this);
        current = new WeakReference<PageActivity>(this);
        lightUp(getIntent());
        if (state == null || web.restoreState(state) == null) open(getIntent());
    }

    // Scripts are the pages' own: their Content-Security-Policy allows no others.
    private void prepare(WebView view) {
        WebSettings settings = view.getSettings();
        settings.setJavaScriptEnabled(true);
        settings.setDomStorageEnabled(true);
        settings.setAllowFileAccess(false);
        settings.setAllowContentAccess(false);
        settings.setMixedContentMode(WebSettings.MIXED_CONTENT_NEVER_ALLOW);
        settings.setSupportMultipleWindows(false);
        settings.setMediaPlaybackRequiresUserGesture(false);
        settings.setUserAgentString(settings.getUserAgentString() + " " + installation.agent);
        CookieManager.getInstance().setAcceptThirdPartyCookies(view, false);
        view.setWebViewClient(new PageClient(this));
        view.setWebChromeClient(new PageChrome(this));
        view.setDownloadListener(new Downloads(this));
        view.addJavascriptInterface(new PageBridge(this), PageBridge.NAME);
    }

    /** A link to a page of ours opens that page, anything else the first one. */
    private void open(Intent intent) {
        Uri link = intent == null ? null : intent.getData();
        web.loadUrl(installation.isOurs(link) ? link.toString() : installation.origin + installation.startPath);
    }

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        setIntent(intent);
        lightUp(intent);
        // A notification brings the page that is open to the front as it is.
        if (installation.isOurs(intent.getData())) open(intent);
    }

    /** Over the lock for an offer only: pages show orders and addresses. */
    private void lightUp(Intent intent) {
        if (Build.VERSION.SDK_INT < 27) return;
        boolean isOffer = intent != null && intent.getBooleanExtra(Alerts.FROM_OFFER, false);
        setShowWhenLocked(isOffer);
        setTurnScreenOn(isOffer);
    }

    @Override
    protected void onResume() {
        super.onResume();
        onScreen = true;
        web.onResume();
        versions.look();
    }

    @Override
    protected void onPause() {
        onScreen = false;
        // Not web.onPause(): a page sends what waits even while another app is in front.
        CookieManager.getInstance().flush();
        super.onPause();
    }

    @Override
    protected void onStop() {
        lightUp(null);
        super.onStop();
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        web.saveState(state);
    }

    @Override
    protected void onDestroy() {
        files.answer(null);
        web.destroy();
        super.onDestroy();
    }

    // Called before Android 13 only.
    @Override
    @SuppressWarnings("deprecation")
    public void onBackPressed() {
        goBack();
    }

    /** Not to an end: a driver who goes back once too often stays on shift. */
    void goBack() {
        if (web.canGoBack()) web.goBack();
        else moveTaskToBack(true);
    }

    Files files() {
        return files;
    }

    void shows(Uri address) {
        shown = address;
    }

    /** Runs what a page asks, if it is still one of ours that is shown. */
    void onPage(final Runnable task) {
        runOnUiThread(new Runnable() {
            @Override
            public void run() {
                if (installation.isOurs(shown) && !isFinishing()) task.run();
            }
        });
    }

    void showOffline(int reason) {
        String retry = installation.isOurs(shown) ? shown.toString() : installation.origin + installation.startPath;
        web.loadDataWithBaseURL(null, OfflinePage.html(this, reason, retry), "text/html", "utf-8", null);
    }

    void openOutside(Uri address) {
        if (address.getScheme() != null && OUTSIDE.contains(address.getScheme()))
            startOutside(new Intent(Intent.ACTION_VIEW, address));
    }

    void startOutside(Intent intent) {
        try {
            startActivity(intent);
        } catch (ActivityNotFoundException error) {
            say(R.string.no_app);
        }
    }

    boolean startForResult(Intent intent, int request) {
        try {
            startActivityForResult(intent, request);
            return true;
        } catch (ActivityNotFoundException error) {
            say(R.string.no_app);
            return false;
        }
    }

    @Override
    protected void onActivityResult(int request, int code, Intent result) {
        if (request == Files.CHOOSE) files.chosen(code, result);
        if (request == Files.SAVE) files.placeChosen(code, result);
    }

    void save(String name, String type, String base64) {
        files.save(name, type, base64);
    }

    void say(int text) {
        Toast.makeText(this, text, Toast.LENGTH_LONG).show();
    }

    void signedIn(String account, String token) {
        Vault vault = new Vault(this);
        if (!account.equals(vault.account())) {
            signedOut();
            Accounts.removeOthers(this, account);
        }
        if (!vault.keep(account, token)) return;
        if (installation.isDriver()) ShiftService.tokenChanged(token);
        else follow();
    }

    void signedOut() {
        new Vault(this).forget();
        new Alerts(this).clear();
        ShiftService.during(this, qa.wasl.phone.core.Activity.OFF);
        NoticeJob.end(this);
    }

    /** Notifications while no page is open. */
    private void follow() {
        NoticeJob.schedule(this);
        if (Build.VERSION.SDK_INT >= 33 && !has(Manifest.permission.POST_NOTIFICATIONS) && isFirst("asked-notifications"))
            requestPermissions(new String[] {Manifest.permission.POST_NOTIFICATIONS}, ASK_NOTIFICATIONS);
    }

    /** The driver's page says what its driver is doing. */
    void duty(qa.wasl.phone.core.Activity activity) {
        if (!installation.isDriver()) return;
        wanted = activity;
        if (activity == qa.wasl.phone.core.Activity.OFF || has(Manifest.permission.ACCESS_FINE_LOCATION)) {
            ShiftService.during(this, activity);
            if (activity != qa.wasl.phone.core.Activity.OFF) askForReach();
            return;
        }
        List<String> needed = new ArrayList<String>();
        needed.add(Manifest.permission.ACCESS_FINE_LOCATION);
        needed.add(Manifest.permission.ACCESS_COARSE_LOCATION);
        if (Build.VERSION.SDK_INT >= 33) needed.add(Manifest.permission.POST_NOTIFICATIONS);
        requestPermissions(needed.toArray(new String[0]), ASK_SHIFT);
    }

    /** Asks once each, on the first shifts: not to be slowed down, and to light the screen up for an offer. */
    private void askForReach() {
        PowerManager power = (PowerManager) getSystemService(POWER_SERVICE);
        Uri self = Uri.parse("package:" + getPackageName());
        if (!power.isIgnoringBatteryOptimizations(getPackageName()) && isFirst("asked-battery")) {
            startOutside(new Intent(Settings.ACTION_REQUEST_IGNORE_BATTERY_OPTIMIZATIONS, self));
            return;
        }
        if (Build.VERSION.SDK_INT < 34) return;
        NotificationManager manager = (NotificationManager) getSystemService(NOTIFICATION_SERVICE);
        if (!manager.canUseFullScreenIntent() && isFirst("asked-full-screen"))
            startOutside(new Intent(Settings.ACTION_MANAGE_APP_USE_FULL_SCREEN_INTENT, self));
    }

    void askForLocation(String origin, GeolocationPermissions.Callback callback) {
        if (has(Manifest.permission.ACCESS_FINE_LOCATION) || has(Manifest.permission.ACCESS_COARSE_LOCATION)) {
            callback.invoke(origin, true, false);
            return;
        }
        locationOrigin = origin;
        locationAsked = callback;
        String[] both = {Manifest.permission.ACCESS_FINE_LOCATION, Manifest.permission.ACCESS_COARSE_LOCATION};
        requestPermissions(both, ASK_LOCATION);
    }

    @Override
    public void onRequestPermissionsResult(int request, String[] asked, int[] given) {
        boolean isGiven = has(Manifest.permission.ACCESS_FINE_LOCATION);
        if (request == ASK_SHIFT && isGiven) duty(wanted);
        else if (request == ASK_SHIFT) ShiftState.get().location("DENIED");
        if (request != ASK_LOCATION || locationAsked == null) return;
        locationAsked.invoke(locationOrigin, isGiven || has(Manifest.permission.ACCESS_COARSE_LOCATION), false);
        locationAsked = null;
    }

    private boolean has(String permission) {
        return checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
    }

    /** Whether this was never done on this phone; true once. */
    private boolean isFirst(String what) {
        SharedPreferences kept = getSharedPreferences("asked", MODE_PRIVATE);
        if (kept.getBoolean(what, false)) return false;
        kept.edit().putBoolean(what, true).apply();
        return true;
    }
}
