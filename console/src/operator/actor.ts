// Names of actors of the audit trail, for people.

/** The login of a user. Other actors keep their name. */
export const loginOf = (actor: string): string => actor.replace(/^user:/, '')
