/** The PostgreSQL schema of all tables but the job library's: nothing in `public`, extensions for example, has to make room for them. */
export const productSchema = 'trastienda'

/** Of the startup options (libpq's `options`) of every connection, the job library's and the listener's too: compiling costs more than it saves in statements like ours. */
export const jitOff = '-c jit=off'

/** Startup options of every connection that works with the product's tables. */
export const connectionOptions = `-c search_path=${productSchema} ${jitOff}`
