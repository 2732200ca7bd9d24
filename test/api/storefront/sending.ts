/** The configuration of an installation that sends messages: they are queued, and no worker of the test sends them. */
export const SENDING = {
  EMAIL_DRIVER: 'smtp',
  SMTP_URL: 'smtp://127.0.0.1:1',
  EMAIL_FROM: 'no-reply@wasl.example',
  SMS_DRIVER: 'http',
  SMS_HTTP_URL: 'http://127.0.0.1:1/',
  SMS_HTTP_SECRET: 'test-gateway-secret-0123456789abcdef',
  LIMIT_REGISTRATION_PER_NETWORK: '100000',
};
