package qa.wasl.phone.shell;

import android.net.Uri;
import android.webkit.GeolocationPermissions;
import android.webkit.PermissionRequest;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebView;

/** What pages ask of the phone. */
final class PageChrome extends WebChromeClient {
    private final PageActivity page;

    PageChrome(PageActivity page) {
        this.page = page;
    }

    @Override
    public boolean onShowFileChooser(WebView view, ValueCallback<Uri[]> chosen, FileChooserParams params) {
        return page.files().choose(chosen, params);
    }

    /** A buyer may set the pin of an address to where the phone is. */
    @Override
    public void onGeolocationPermissionsShowPrompt(String origin, GeolocationPermissions.Callback callback) {
        boolean isOurs = Installation.of(page).isOurs(Uri.parse(origin));
        if (isOurs) page.askForLocation(origin, callback);
        else callback.invoke(origin, false, false);
    }

    /** No page of ours takes pictures or sound by itself; pictures come through the file chooser. */
    @Override
    public void onPermissionRequest(PermissionRequest request) {
        request.deny();
    }
}
