/** The body of a call that takes a picture: its bytes, as they are. */
export function pictureBody(picture: Blob) {
  return {
    body: picture,
    bodySerializer: (bytes: Blob) => bytes,
    headers: { 'Content-Type': picture.type },
  };
}
