package android.webkit;

public abstract class CookieManager {
    public static native CookieManager getInstance();
    public abstract void setAcceptThirdPartyCookies(WebView view, boolean accept);
    public abstract String getCookie(String url);
    public abstract void flush();
}
