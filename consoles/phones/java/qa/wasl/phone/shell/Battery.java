package qa.wasl.phone.shell;

import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.BatteryManager;

/** The battery now. */
final class Battery {
    final int percent;
    final boolean isCharging;

    private Battery(int percent, boolean isCharging) {
        this.percent = percent;
        this.isCharging = isCharging;
    }

    /** A phone that does not say is taken for a full one. */
    static Battery of(Context context) {
        // The last broadcast is kept by the system: nothing is registered.
        Intent last = context.registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
        if (last == null) return new Battery(100, true);
        int level = last.getIntExtra(BatteryManager.EXTRA_LEVEL, -1);
        int scale = last.getIntExtra(BatteryManager.EXTRA_SCALE, -1);
        int percent = level < 0 || scale <= 0 ? 100 : level * 100 / scale;
        return new Battery(percent, last.getIntExtra(BatteryManager.EXTRA_PLUGGED, 0) != 0);
    }
}
