/** The PostgreSQL schema of all tables but the job library's: nothing in `public`, extensions for example, has to make room for them. */
export const productSchema = 'trastienda'

/** Startup options of every connection (libpq's `options`). Compiling costs more than it saves in statements like ours: `jit` is off, however the server is set. */
export const connectionOptions = `-c search_path=${productSchema} -c jit=off`
