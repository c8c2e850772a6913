/** The PostgreSQL schema of all tables but the job library's: nothing in `public`, extensions for example, has to make room for them. */
export const productSchema = 'trastienda'

/** Startup options of every connection (libpq's `options`). */
export const connectionOptions = `-c search_path=${productSchema}`
