/** What an account is reached by. */
export type Contact = 'EMAIL' | 'PHONE';

/** Whether messages go out at all, by what they are sent to: without a provider they wait. */
export type Sending = Readonly<Record<Contact, boolean>>;
