package android.app;

import android.content.Context;
import android.content.DialogInterface;

public class AlertDialog extends Dialog {
    public static class Builder {
        public Builder(Context context) {}
        public native Builder setTitle(int text);
        public native Builder setMessage(int text);
        public native Builder setCancelable(boolean cancelable);
        public native Builder setPositiveButton(int text, DialogInterface.OnClickListener listener);
        public native Builder setNegativeButton(int text, DialogInterface.OnClickListener listener);
        public native AlertDialog show();
    }
}
