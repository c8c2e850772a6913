import type { Running } from '../server/main.ts'
import { withClient } from '../server/db/withClient.ts'

type Persona = { email: string; role: string; account: string; state: string }

// One person per kind: the demo data may have many of a kind.
const personasQuery = `
  select distinct on (role, account, state) email, role, account, state from (
    select u.email, u.role, replace(a.type, '_', '-') as account, u.created_at,
      concat_ws(', ', case when a.disabled_at is not null then 'disabled' end, case when a.requires_onboarding then 'onboarding' end,
        case when count(m.id) = 0 then 'no shop' when bool_and(m.status = 'pending') then 'pending' when count(m.id) > 1 then count(m.id) || ' shops' end) as state
    from users u join accounts a on a.id = u.account_id left join merchants m on m.account_id = a.id
    where a.demo and u.disabled_at is null group by u.id, a.id) as people
  order by role, account, state, created_at, email`

/** Prints where the product is and, with demo data, who can sign in. The last line is the address alone. */
export async function welcome({ address, ownerUrl, config }: Running): Promise<void> {
  console.log(`\n${config.brand.name} is ready (${(performance.now() / 1000).toFixed(1)} s)`)
  if (config.demo) {
    const { rows } = await withClient(ownerUrl, (client) => client.query<Persona>(personasQuery))
    const rank = ['owner', 'admin', 'editor', 'guest']
    const width = Math.max(0, ...rows.map(({ email }) => email.length))
    console.log(`\nSign in with one of these; the password is ${config.demoPassword}`)
    for (const { email, role, account, state } of rows.toSorted((a, b) => rank.indexOf(a.role) - rank.indexOf(b.role))) {
      console.log(`  ${email.padEnd(width)}  ${[role, account, state].filter(Boolean).join(', ')}`)
    }
  }
  console.log(`\n${address}`)
}
