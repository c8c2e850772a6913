import { isolated } from '#domain/platform/direction'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { delegationRevoke, type DelegationLink } from '#contract/merchants/delegation'
import { write } from '../../platform/api/write.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { linksRead } from './onboardingReads.ts'

const factOf = ({ state, openedAt, doneAt, expiresAt }: DelegationLink): string => {
  if (state === 'done') return t('onboarding.delegate.state.done', { date: date(doneAt ?? expiresAt) })
  if (state === 'open')
    return t(openedAt === null ? 'onboarding.delegate.state.sent' : 'onboarding.delegate.state.opened', { date: date(expiresAt) })
  return t(`onboarding.delegate.state.${state}`)
}

/** The delegated tasks: to whom, their progress, and the button to revoke each. */
export function DelegationList({ step }: { step: DelegationLink['step'] }) {
  const client = useQueryClient()
  const { data = [] } = useQuery(linksRead())
  const links = data.filter((link) => link.step === step)
  if (links.length === 0) return null
  const revoke = async (link: DelegationLink) => {
    try {
      await write(delegationRevoke, { params: { linkId: link.id }, mode: 'live' })
    } catch (error) {
      showToast(failureMessage(error))
    }
    await client.invalidateQueries(linksRead())
  }
  return (
    <FormSection title={t('onboarding.delegate.list')}>
      <ul className="border-t border-line">
        {links.map((link) => (
          <li key={link.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3">
            <span className="min-w-0">
              <span className="block wrap-anywhere">
                {isolated(link.recipient)} ·{' '}
                {link.documentType === null ? t('onboarding.step.enterprise') : t(`company.paper.${link.documentType}`)}
              </span>
              <span className="block text-sm text-ink-3">{factOf(link)}</span>
            </span>
            {link.state === 'open' && (
              <Button size="small" variant="quiet" onClick={() => void revoke(link)}>
                {t('onboarding.delegate.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
