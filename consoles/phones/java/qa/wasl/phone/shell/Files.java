package qa.wasl.phone.shell;

import android.app.Activity;
import android.content.ClipData;
import android.content.Intent;
import android.net.Uri;
import android.provider.MediaStore;
import android.util.Base64;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient.FileChooserParams;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;

/** Pictures and files on their way into a page, and files on their way out of one. */
final class Files {
    static final int CHOOSE = 1;
    static final int SAVE = 2;

    private final PageActivity page;
    private ValueCallback<Uri[]> waiting;
    private File picture;
    private byte[] unsaved;

    Files(PageActivity page) {
        this.page = page;
    }

    /** Offers the camera beside the phone's files where the page wants a picture, and alone where it asks for one. */
    boolean choose(ValueCallback<Uri[]> chosen, FileChooserParams params) {
        answer(null);
        Intent camera = wantsPicture(params) ? camera() : null;
        Intent intent = params.createIntent();
        if (camera != null && params.isCaptureEnabled()) {
            intent = camera;
        } else if (camera != null) {
            intent = Intent.createChooser(intent, null);
            intent.putExtra(Intent.EXTRA_INITIAL_INTENTS, new Intent[] {camera});
        }
        waiting = chosen;
        if (page.startForResult(intent, CHOOSE)) return true;
        waiting = null;
        return false;
    }

    /** @param result What the camera or the file chooser brought. */
    void chosen(int resultCode, Intent result) {
        if (resultCode != Activity.RESULT_OK) {
            answer(null);
            return;
        }
        Uri[] files = FileChooserParams.parseResult(resultCode, result);
        // The camera brings nothing back: it has written the file it was given.
        if (files == null && picture != null && picture.length() > 0)
            files = new Uri[] {PictureProvider.address(page, picture)};
        answer(files);
    }

    void save(String name, String type, String base64) {
        try {
            save(name, type, Base64.decode(base64, Base64.DEFAULT));
        } catch (IllegalArgumentException error) {
            page.say(R.string.not_saved);
        }
    }

    void save(String name, String type, byte[] bytes) {
        unsaved = bytes;
        Intent intent = new Intent(Intent.ACTION_CREATE_DOCUMENT).addCategory(Intent.CATEGORY_OPENABLE);
        intent.setType(type).putExtra(Intent.EXTRA_TITLE, name);
        if (!page.startForResult(intent, SAVE)) unsaved = null;
    }

    void placeChosen(int resultCode, Intent result) {
        byte[] bytes = unsaved;
        unsaved = null;
        if (resultCode != Activity.RESULT_OK || result == null || result.getData() == null || bytes == null) return;
        try {
            OutputStream stream = page.getContentResolver().openOutputStream(result.getData());
            if (stream == null) throw new IOException("no place");
            try {
                stream.write(bytes);
            } finally {
                stream.close();
            }
        } catch (IOException error) {
            page.say(R.string.not_saved);
        }
    }

    /** A page that waits for an answer gets one in any case, or it can never ask again. */
    void answer(Uri[] files) {
        ValueCallback<Uri[]> asked = waiting;
        waiting = null;
        if (asked != null) asked.onReceiveValue(files);
    }

    private static boolean wantsPicture(FileChooserParams params) {
        for (String type : params.getAcceptTypes()) if (type.startsWith("image/")) return true;
        return false;
    }

    private Intent camera() {
        picture = PictureProvider.newPicture(page);
        if (picture == null) return null;
        Uri address = PictureProvider.address(page, picture);
        Intent intent = new Intent(MediaStore.ACTION_IMAGE_CAPTURE);
        intent.putExtra(MediaStore.EXTRA_OUTPUT, address);
        // Permissions are given for what is in the clip; the extra alone is not looked at.
        intent.setClipData(ClipData.newRawUri(null, address));
        intent.addFlags(Intent.FLAG_GRANT_WRITE_URI_PERMISSION | Intent.FLAG_GRANT_READ_URI_PERMISSION);
        return intent;
    }
}
