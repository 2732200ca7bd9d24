/** The body of a call that uploads a picture: its raw bytes. */
export function pictureBody(picture: Blob) {
  return {
    body: picture,
    bodySerializer: (bytes: Blob) => bytes,
    headers: { 'Content-Type': picture.type },
  };
}
