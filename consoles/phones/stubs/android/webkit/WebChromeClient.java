package android.webkit;

import android.content.Intent;
import android.net.Uri;

public class WebChromeClient {
    public boolean onShowFileChooser(WebView view, ValueCallback<Uri[]> chosen, FileChooserParams params) {
        return false;
    }
    public void onGeolocationPermissionsShowPrompt(String origin, GeolocationPermissions.Callback callback) {}
    public void onPermissionRequest(PermissionRequest request) {}
    public abstract static class FileChooserParams {
        public static native Uri[] parseResult(int code, Intent data);
        public abstract Intent createIntent();
        public abstract String[] getAcceptTypes();
        public abstract boolean isCaptureEnabled();
    }
}
