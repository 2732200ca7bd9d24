package android.os;

public class Handler {
    public Handler() {}
    public Handler(Looper looper) {}
    public final native boolean post(Runnable task);
    public final native boolean postDelayed(Runnable task, long milliseconds);
    public final native void removeCallbacksAndMessages(Object token);
}
