/** The page about the schema, made of the schema files. */
export declare const schemaPage: () => string
/** The first migration: the schema files in order. */
export declare const baselineText: () => string
