import type { ConsoleAccountDetail } from '#contract/provider/merchants'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { onboardingKinds } from './merchantState.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

/** What is known of the company and the person behind it; what is not known is left out. */
export function MerchantFacts({ account }: { account: ConsoleAccountDetail }) {
  const { company, holder, onboarding, type, createdAt, id } = account
  const facts = [
    {
      term: t('consoleMerchants.fact.onboarding'),
      value: <StatusBadge kind={onboardingKinds[onboarding.status]} label={t(`consoleMerchants.onboarding.${onboarding.status}`)} />,
    },
    { term: t('consoleMerchants.fact.type'), value: t(`consoleMerchants.type.${type}`) },
    ...(company
      ? [
          factIfSet('consoleMerchants.fact.name', company.name),
          factIfSet('consoleMerchants.fact.tradeName', company.tradeName),
          factIfSet('consoleMerchants.fact.taxNumber', company.taxNumber),
          factIfSet('consoleMerchants.fact.website', company.website),
          factIfSet('consoleMerchants.fact.phone', company.phone),
          factIfSet('consoleMerchants.fact.address', company.address),
          factIfSet('consoleMerchants.fact.since', company.since && date(company.since)),
        ]
      : []),
    ...(holder
      ? [
          factIfSet('consoleMerchants.fact.holder', holder.name),
          factIfSet('consoleMerchants.fact.document', holder.documentNumber),
          factIfSet('consoleMerchants.fact.mobile', holder.phone),
        ]
      : []),
    factIfSet('consoleMerchants.fact.created', date(createdAt)),
  ].flat()
  return (
    <FormSection
      title={t('consoleMerchants.facts')}
      aside={<CopyButton text={id} label={t('consoleMerchants.copyId')} copiedLabel={t('consoleMerchants.copiedId')} />}
    >
      <DefinitionList items={facts} />
    </FormSection>
  )
}

/** A fact, or none while it is not known. */
const factIfSet = (key: Parameters<typeof t>[0], value: string | null) => (value === null || value === '' ? [] : [{ term: t(key), value }])
