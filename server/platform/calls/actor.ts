/** Who of the provider acts: a member of staff in the console, or the operator at the terminal, who may say which member of staff they are. */
export type Actor = { staffId: string } | { operator: true; staffId?: string }
