/** The roles of the provider's staff. A member of staff has one or several; what each may do stands in the policy of each console call. */
export const staffRoles = ['support', 'reviewer', 'finance', 'risk', 'admin'] as const

/**
 * `support` reads, with personal data masked until a reason is given; `reviewer` decides applications, documents, bank accounts and claims; `finance`
 * settlements, payouts, debits, credits and invoices; `risk` decisions, holds and limits; `admin` staff, price list and settings.
 */
export type StaffRole = (typeof staffRoles)[number]

/** A session of the console ends after this time without use. */
export const consoleIdleSeconds = 15 * 60
/** The longest session of the console, however much it is used: a working day. */
export const consoleSessionHours = 12
/** How long a call may wait for its second person. */
export const confirmationHours = 72
