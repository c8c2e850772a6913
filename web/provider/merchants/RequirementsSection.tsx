import type { AccountRequirement, ConsoleAccountDetail } from '#contract/provider/merchants'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { useWorkHref } from '../frame/workHref.ts'

/** What is missing before the account can sell, and who has to act; nothing when nothing is. What waits for a reviewer leads there. */
export function RequirementsSection({ account: { id, requirements, shops } }: { account: ConsoleAccountDetail }) {
  const hrefOf = useWorkHref()
  if (requirements.length === 0) return null
  const shop = shops.find(({ status }) => status === 'pending')
  const toReview = requirements.some(({ kind, by }) => by === 'provider' && (kind === 'document' || kind === 'application'))
  const href = hrefOf(shop ? { kind: 'application', id: shop.id, accountId: id } : { kind: 'document', id, accountId: id })
  return (
    <FormSection
      title={t('consoleMerchants.requirements')}
      aside={
        toReview &&
        href !== null && (
          <Button size="small" href={href}>
            {t('work.open.application')}
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line border-y border-line">
        {requirements.map((one) => (
          <li
            key={`${one.kind} ${one.step} ${one.document} ${one.detail}`}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 py-2.5"
          >
            <span className="min-w-[min(10rem,100%)] flex-1 wrap-anywhere">{wordsOf(one)}</span>
            <StatusBadge kind={one.by === 'provider' ? 'merchant' : 'customer'} label={t(`consoleMerchants.by.${one.by}`)} />
          </li>
        ))}
      </ul>
    </FormSection>
  )
}

function wordsOf({ kind, step, document, detail }: AccountRequirement): string {
  if (kind === 'document' && document !== null) return t(`company.paper.${document}`)
  if (kind === 'step' && step !== null) return t('consoleMerchants.due.step', { step: t(`onboarding.step.${step}`) })
  if (kind === 'change' && step !== null)
    return t('consoleMerchants.due.change', { step: t(`onboarding.step.${step}`), message: detail ?? '' })
  return t(`consoleMerchants.due.${kind === 'application' || kind === 'factor' ? kind : 'bankAccount'}`, { detail: detail ?? '' })
}
