package android.webkit;

public abstract class WebSettings {
    public static final int MIXED_CONTENT_NEVER_ALLOW = 1;
    public abstract void setJavaScriptEnabled(boolean enabled);
    public abstract void setDomStorageEnabled(boolean enabled);
    public abstract void setAllowFileAccess(boolean allow);
    public abstract void setAllowContentAccess(boolean allow);
    public abstract void setMixedContentMode(int mode);
    public abstract void setSupportMultipleWindows(boolean support);
    public abstract void setMediaPlaybackRequiresUserGesture(boolean require);
    public abstract String getUserAgentString();
    public abstract void setUserAgentString(String agent);
}
