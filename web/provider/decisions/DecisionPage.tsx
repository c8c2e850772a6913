import { useQuery } from '@tanstack/react-query'
import { consoleDecision } from '#contract/provider/decisions'
import { money, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { type Definition, DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { DecisionHistory } from './DecisionHistory.tsx'
import { endText, isIdentityReview, type OpenDecision, statusKinds } from './decisionText.ts'
import { VerdictForm } from './VerdictForm.tsx'

/** One decision: the sale, who buys, what is known, the decisions so far, and the verdict while it waits. */
export function DecisionPage({ params: { decisionId } }: ConsolePageProps<'/console/decisions/{decisionId}'>) {
  const read = useQuery(consoleQuery(consoleDecision, { params: { decisionId } }))
  const decision = read.data?.decision
  return (
    <ConsolePage
      title={decision ? t('decisions.one', { shop: decision.merchant.name }) : t('decisions.title')}
      lead={decision && money(decision.amount)}
      actions={decision && <State decision={decision} />}
      back={{ href: '/console/decisions', label: t('decisions.title') }}
    >
      <ReadState read={read}>{(open) => <Whole open={open} />}</ReadState>
    </ConsolePage>
  )
}

function State({ decision }: Pick<OpenDecision, 'decision'>) {
  if (decision.closedAt !== null)
    return <StatusBadge shape="pill" kind={statusKinds[decision.verdict ?? 'ended']} label={endText(decision)} />
  return <StatusBadge shape="pill" kind="merchant" label={t(`decisions.kind.${decision.kind}`)} />
}

function Whole({ open }: { open: OpenDecision }) {
  const { decision, customer, history } = open
  const staff = useStaff()
  const decides = decision.closedAt === null && staff.may('consoleDecisionAnswer')
  return (
    <>
      {decision.closedAt === null && isIdentityReview(decision.rule) && <p className="pb-3 text-ink-2">{t('decisions.identity.lead')}</p>}
      {decision.closedAt === null && <p className="pb-5 text-ink-2">{t('decisions.until', { when: nearTime(decision.until) })}</p>}
      <div className="grid items-start gap-x-10 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        <Section title={t('decisions.section.sale')} items={saleItems(open)} />
        <Section title={t('decisions.section.customer')} items={customerItems(open)}>
          {customer.masked && <p className="mt-3 text-sm text-ink-3">{t('decisions.customer.masked')}</p>}
        </Section>
        <Section title={t('decisions.section.facts')} items={factItems(open)} />
      </div>
      {decides && <VerdictForm decision={decision} />}
      <DecisionHistory history={history} />
    </>
  )
}

function Section({ title, items, children }: { title: string; items: readonly Definition[]; children?: React.ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="border-b border-line pb-2 mb-3 text-title-sm font-strong">{title}</h2>
      <DefinitionList items={items} />
      {children}
    </section>
  )
}

const item = (term: string, value: React.ReactNode): Definition => ({ term, value })
const yesNo = (value: boolean) => t(value ? 'shell.yes' : 'shell.no')

const saleItems = ({ decision, plan }: OpenDecision): Definition[] => [
  item(t('decisions.sale.shop'), decision.merchant.name),
  item(
    t('decisions.sale.plan'),
    t('decisions.sale.planOf', { product: t(`operations.product.${decision.product}`), count: plan.numInstalments }),
  ),
  item(t('decisions.sale.first'), money(plan.firstPayment)),
]

const customerItems = ({ customer: { name, documentId, email, phone, city } }: OpenDecision): Definition[] => [
  item(t('decisions.customer.name'), name),
  item(t('decisions.customer.document'), documentId),
  item(t('decisions.customer.email'), email),
  ...(phone === null ? [] : [item(t('decisions.customer.phone'), phone)]),
  ...(city === null ? [] : [item(t('decisions.customer.city'), city)]),
]

const factItems = ({ facts }: OpenDecision): Definition[] => [
  item(t('decisions.fact.age'), t('decisions.fact.ageValue', { count: facts.ageYears })),
  item(t('decisions.fact.document'), yesNo(facts.document !== 'invalid')),
  item(t('decisions.fact.monthly'), money(facts.monthlyCents)),
  item(t('decisions.fact.limits'), `${money(facts.minCents)} – ${money(facts.maxCents)}`),
  item(t('decisions.fact.recent'), facts.recentRequests),
  item(t('decisions.fact.plans'), facts.livePlans),
  item(t('decisions.fact.owed'), money(facts.owedCents)),
  item(t('decisions.fact.defaulted'), yesNo(facts.hasDefaulted)),
  item(t('decisions.fact.challenge'), yesNo(facts.challengePassed)),
  item(t('decisions.fact.bank'), t(`decisions.fact.bank.${facts.bank}`)),
]
