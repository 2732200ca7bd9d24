package qa.wasl.phone.shell;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.media.AudioAttributes;
import android.media.RingtoneManager;
import qa.wasl.phone.core.Notice;
import qa.wasl.phone.core.Offer;
import qa.wasl.phone.core.ShiftText;

/** Everything this app shows outside its pages. */
final class Alerts {
    static final int SHIFT_ID = 1;
    static final String FROM_OFFER = "qa.wasl.phone.OFFER";
    private static final String SHIFT = "shift";
    // A channel's sound can never be changed, so another sound needs another name.
    private static final String OFFERS = "offers-1";
    private static final String NEWS = "news";
    private static final long[] VIBRATION = {0, 400, 200, 400, 800};
    private static final int SHIFT_STOPPED_ID = 2;

    private final Context context;
    private final NotificationManager manager;

    Alerts(Context context) {
        this.context = context;
        manager = (NotificationManager) context.getSystemService(Context.NOTIFICATION_SERVICE);
    }

    /** While on shift: Android shows it as long as positions are measured. */
    Notification shift(ShiftText text, int waiting) {
        channel(SHIFT, R.string.channel_shift, NotificationManager.IMPORTANCE_LOW);
        boolean isSent = text != ShiftText.NOT_OUR_SERVER;
        String body = textOf(text, waiting);
        return new Notification.Builder(context, SHIFT)
                .setSmallIcon(R.drawable.notification)
                .setContentTitle(context.getString(isSent ? R.string.shift_title : R.string.stopped_title))
                .setContentText(body)
                .setStyle(new Notification.BigTextStyle().bigText(body))
                .setContentIntent(page("shift", false))
                .setOngoing(true)
                .setOnlyAlertOnce(true)
                .build();
    }

    private String textOf(ShiftText text, int waiting) {
        if (text == ShiftText.NOT_OUR_SERVER) return context.getString(R.string.not_our_server);
        return text == ShiftText.WAITING
                ? context.getString(R.string.shift_waiting, String.valueOf(waiting))
                : context.getString(R.string.shift_text);
    }

    void updateShift(ShiftText text, int waiting) {
        manager.notify(SHIFT_ID, shift(text, waiting));
    }

    /** Positions are no longer sent, and only the driver can change that. */
    void shiftStopped() {
        channel(NEWS, R.string.channel_news, NotificationManager.IMPORTANCE_DEFAULT);
        manager.notify(SHIFT_STOPPED_ID, new Notification.Builder(context, NEWS)
                .setSmallIcon(R.drawable.notification)
                .setContentTitle(context.getString(R.string.stopped_title))
                .setContentText(context.getString(R.string.stopped_text))
                .setContentIntent(page("stopped", false))
                .setAutoCancel(true)
                .build());
    }

    void shiftGoesOn() {
        manager.cancel(SHIFT_STOPPED_ID);
    }

    /** Rings until it is answered or over, and lights a dark screen up. */
    void offer(Offer offer) {
        offerChannel();
        String text = context.getString(R.string.offer_text, offer.orderNumber, offer.pickup);
        Notification notification = new Notification.Builder(context, OFFERS)
                .setSmallIcon(R.drawable.notification)
                .setContentTitle(context.getString(R.string.offer_title))
                .setContentText(text)
                .setCategory(Notification.CATEGORY_CALL)
                .setVisibility(Notification.VISIBILITY_PUBLIC)
                .setContentIntent(page(offer.id, true))
                .setFullScreenIntent(page(offer.id, true), true)
                .setOngoing(true)
                .build();
        notification.flags |= Notification.FLAG_INSISTENT;
        manager.notify(offer.id, 0, notification);
    }

    void offerOver(Offer offer) {
        manager.cancel(offer.id, 0);
    }

    void news(Notice notice) {
        channel(NEWS, R.string.channel_news, NotificationManager.IMPORTANCE_DEFAULT);
        manager.notify(notice.id, 0, new Notification.Builder(context, NEWS)
                .setSmallIcon(R.drawable.notification)
                .setContentTitle(notice.title)
                .setContentText(notice.body)
                .setStyle(new Notification.BigTextStyle().bigText(notice.body))
                // A delivery code is nobody's business on a locked screen.
                .setVisibility(Notification.VISIBILITY_PRIVATE)
                .setContentIntent(page(notice.id, false))
                .setAutoCancel(true)
                .build());
    }

    /** The page has shown everything, or its account has signed out. */
    void clear() {
        manager.cancelAll();
    }

    private void offerChannel() {
        NotificationChannel channel = new NotificationChannel(
                OFFERS, context.getString(R.string.channel_offers), NotificationManager.IMPORTANCE_HIGH);
        AudioAttributes alarm = new AudioAttributes.Builder()
                .setUsage(AudioAttributes.USAGE_ALARM)
                .setContentType(AudioAttributes.CONTENT_TYPE_SONIFICATION)
                .build();
        channel.setSound(RingtoneManager.getDefaultUri(RingtoneManager.TYPE_RINGTONE), alarm);
        channel.enableVibration(true);
        channel.setVibrationPattern(VIBRATION);
        channel.setLockscreenVisibility(Notification.VISIBILITY_PUBLIC);
        manager.createNotificationChannel(channel);
    }

    /** Creating one that exists changes at most its name. */
    private void channel(String id, int name, int importance) {
        manager.createNotificationChannel(new NotificationChannel(id, context.getString(name), importance));
    }

    private PendingIntent page(String action, boolean isOffer) {
        Intent intent = new Intent(context, PageActivity.class);
        // Different actions, or the system takes both for the same and loses the extra.
        intent.setAction(action);
        intent.putExtra(FROM_OFFER, isOffer);
        intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_SINGLE_TOP);
        return PendingIntent.getActivity(
                context, 0, intent, PendingIntent.FLAG_IMMUTABLE | PendingIntent.FLAG_UPDATE_CURRENT);
    }
}
