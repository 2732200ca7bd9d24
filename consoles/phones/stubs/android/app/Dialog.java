package android.app;

public class Dialog {
    public native boolean isShowing();
}
