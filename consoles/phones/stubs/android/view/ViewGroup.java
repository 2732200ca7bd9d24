package android.view;

public abstract class ViewGroup extends View {
    public native void addView(View view);
}
