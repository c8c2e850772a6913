import { sql, type Sql } from '../../platform/database/sql.ts'

/** In a shop's scope: live mode only, and only movements that belong to a shop. */
const visible = sql`(scope_mode() is null or scope_mode() = 'live' and m.merchant_id is not null)`
/** Days that were compared, with the first one of their card provider. */
const compared = sql`(select d.provider, d.day, min(d.day) over (partition by d.provider) as first_day from card_balance_days d where d.compared_at is not null)`

type Proofs = readonly (readonly [rule: string, violations: Sql])[]

/** Invariants of the days of card providers, for all shops, in words, each with the query that returns its violations (`what` names one). */
export const balanceDayProofs: Proofs = [
  [
    'a day of the card provider is the sum of its movements: charges, refunds, disputes, fees and payouts',
    sql`
    select d.provider || ' ' || d.day || ': day ' || d.charges_cents + d.refunds_cents + d.disputes_cents + d.fees_cents + d.payouts_cents + d.other_cents || ', movements ' || coalesce(s.net, 0) as what
    from card_balance_days d left join (select m.provider, m.day, count(*) as many, sum(m.net_cents) as net, coalesce(sum(m.amount_cents) filter (where m.kind = 'charge'), 0) as charges,
        coalesce(sum(m.amount_cents) filter (where m.kind = 'payout'), 0) as payouts from card_movements m group by 1, 2) s on s.provider = d.provider and s.day = d.day
    where d.compared_at is not null and (d.movements, d.charges_cents + d.refunds_cents + d.disputes_cents + d.fees_cents + d.payouts_cents + d.other_cents, d.charges_cents, d.payouts_cents)
      <> (coalesce(s.many, 0), coalesce(s.net, 0), coalesce(s.charges, 0), coalesce(s.payouts, 0))`,
  ],
]

/** Invariants of the movements of card providers, by shop. */
export const balanceProofs: Proofs = [
  [
    'what the card provider charged is captured here in that amount, or a difference says otherwise',
    sql`
    select m.about_id || ': moved ' || m.moved || ', captured ' || coalesce(h.amount_cents, 0) as what
    from (select m.provider, m.merchant_id, m.about_id, sum(m.amount_cents) as moved, bool_or(m.currency <> 'eur') as is_foreign, min(m.day) as day from card_movements m
        where m.about = 'charge' and ${visible} group by 1, 2, 3) m
      join ${compared} d on d.provider = m.provider and d.day = m.day
      left join charges h on h.merchant_id = m.merchant_id and h.mode = 'live' and h.id::text = m.about_id and h.state in ('captured', 'released')
    where (m.is_foreign or m.moved <> case when h.state = 'captured' then h.amount_cents else 0 end)
      and (h.id is null or h.created_at >= d.first_day::timestamp at time zone 'Europe/Madrid')
      and not exists (select from card_differences f where f.provider = m.provider and f.about = 'charge' and f.about_id = m.about_id and f.settled_at is null)
      and not exists (select from card_movements l where l.provider = m.provider and l.about = 'charge' and l.about_id = m.about_id
        and not exists (select from card_balance_days r where r.provider = l.provider and r.day = l.day and r.compared_at is not null))`,
  ],
]
