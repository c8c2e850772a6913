import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import { withClient } from '../server/platform/database/withClient.ts'

type CommandArguments = { name: string; rest: readonly string[]; reason?: string | undefined; as?: string | undefined }

/** Commands that change nothing and open no document. */
const readOnly = new Set(['account', 'claims', 'debits', 'debts', 'ibans', 'papers', 'setup-link', 'shops-waiting', 'use'])

const changesSomething = ({ name, rest, reason }: CommandArguments): boolean => {
  if (name === 'outbox') return rest[0] !== 'list'
  if (name === 'erase-customer' || name === 'erase-person') return reason !== undefined
  return !readOnly.has(name)
}

/**
 * The member of staff in whose name a command runs, for the audit log; undefined when it needs none. Once there is staff, a command that changes something
 * is refused without `--as`.
 */
export async function actingStaff(databaseUrl: string, args: CommandArguments): Promise<string | undefined> {
  const email = args.as?.trim().toLowerCase()
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ id: string; email: string }>('select id, email from staff where joined_at is not null and disabled_at is null'),
  )
  const member = rows.find((one) => one.email === email)
  if (email !== undefined && !member) throw new ConfigProblem(`--as=${args.as}: no member of staff has access with that address.`)
  if (email === undefined && rows.length > 0 && changesSomething(args))
    throw new ConfigProblem(`Say in whose name: npm run operator -- ${args.name} … --as <e-mail of a member of staff>.`)
  return member?.id
}
