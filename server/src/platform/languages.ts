// The languages of mails, chats and documents. The console and its words have their own list.
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
