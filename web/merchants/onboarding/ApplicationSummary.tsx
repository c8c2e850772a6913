import { joinTexts } from '#domain/platform/direction'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { type ReactNode, useRef, useState } from 'react'
import type { Paper } from '#contract/merchants/documents'
import type { Onboarding } from '#contract/merchants/onboarding'
import type { Values } from '#domain/merchants/company/fields'
import type { OnboardingStep } from '#domain/merchants/onboarding'
import type { ShopField } from '#domain/merchants/shopApplication'
import { groupIban } from '#domain/money/iban'
import { money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { type Definition, DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { activitiesRead, enterpriseRead, ownersRead, paperFileRead, papersRead, profileRead } from '../company/companyReads.ts'
import { enterpriseParts } from '../company/enterpriseParts.tsx'
import { type FieldName, labelOf } from '../company/fieldLabel.ts'
import { fieldText } from '../company/fieldText.ts'
import type { FormPart } from '../company/FormParts.tsx'
import { paperKinds } from '../company/papers/paperKinds.ts'
import { PaperRow } from '../company/papers/PaperRow.tsx'
import { profileParts } from '../company/profileParts.tsx'
import { keptOf } from '../company/useProfileForm.ts'
import { enterpriseRules } from '#domain/merchants/company/company'
import { profileRules } from '#domain/merchants/company/person'
import { ownAccountsRead } from './onboardingReads.ts'
import { walkedSteps } from './StepFrame.tsx'
import { WaitFor } from './WaitFor.tsx'

type SummaryProps = { onboarding: Onboarding; shop: Values<ShopField>; shopParts: readonly FormPart<ShopField>[] }

/** Everything that is sent to review, in the order in which it was asked for, each part with a way back to it. */
export function ApplicationSummary({ onboarding, shop, shopParts }: SummaryProps) {
  const type = onboarding.type === 'enterprise' ? 'enterprise' : 'self_employed'
  const profile = useQuery(profileRead())
  const walked = new Set(walkedSteps(onboarding).map(({ name }) => name))
  return (
    <div className="grid gap-7">
      <p className="max-w-[64ch] text-md text-ink-2">{t('onboarding.sendNote')}</p>
      <WaitFor read={profile}>{(view) => <Parts step="profile" parts={profileParts[type]} values={keptOf(view, profileRules)} />}</WaitFor>
      {walked.has('enterprise') && <Company />}
      {walked.has('docs-upload') && onboarding.papersElsewhere !== true && <Papers />}
      <ShopParts parts={shopParts} shop={shop} />
    </div>
  )
}

function Company() {
  const company = useQuery(enterpriseRead())
  const owners = useQuery(ownersRead())
  return (
    <WaitFor read={company}>
      {(view) => (
        <>
          <Parts step="enterprise" parts={enterpriseParts} values={keptOf(view, enterpriseRules)} />
          <Section title={t('onboarding.step.owner')} href={paths.onboarding('owner')}>
            <WaitFor read={owners}>
              {(data) => (
                <DefinitionList
                  items={[
                    { term: labelOf('ownershipType'), value: fieldText('ownershipType', view.ownershipType) },
                    ...(view.isListed ? [{ term: labelOf('isListed'), value: t('shell.yes') }] : []),
                    ...data.owners.map(({ firstName, lastName, percentage, controlType }) => ({
                      term: `${firstName} ${lastName}`.trim() || t('company.ownerUnnamed'),
                      value: joinTexts([
                        percentage === null ? t('company.noShare') : percent(percentage),
                        ...(controlType === null ? [] : [fieldText('controlType', controlType)]),
                      ]),
                    })),
                  ]}
                />
              )}
            </WaitFor>
          </Section>
        </>
      )}
    </WaitFor>
  )
}

/** The documents with their pictures; those that this device has not opened yet are opened together. */
function Papers() {
  const client = useQueryClient()
  const papers = useQuery(papersRead())
  const list = useRef<HTMLUListElement>(null)
  const [seen, setSeen] = useState(false)
  // The button is gone then: its focus goes to what it has shown.
  const seeAll = () => {
    setSeen(true)
    list.current?.focus()
  }
  const files = papers.data?.flatMap((paper) => paper.files) ?? []
  const isUnseen = !seen && files.some(({ uuid }) => client.getQueryData(paperFileRead(uuid).queryKey) === undefined)
  return (
    <Section title={t('onboarding.step.docs-upload')} href={paths.onboarding('docs-upload')}>
      {isUnseen && (
        <div className="-ml-3">
          <Button size="small" variant="quiet" icon={<Eye aria-hidden />} onClick={seeAll}>
            {t('onboarding.summary.seePapers')}
          </Button>
        </div>
      )}
      <WaitFor read={papers}>
        {(shown: readonly Paper[]) => (
          <ul ref={list} tabIndex={-1} aria-label={t('onboarding.step.docs-upload')} className="grid gap-4 outline-none">
            {shown.map(({ type, status, files: own }) => (
              <li key={type} className="grid grid-cols-1 gap-1.5">
                <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-md">
                  {t(`company.paper.${type}`)}
                  <StatusBadge kind={paperKinds[status]} label={t(`company.paperStatus.${status}`)} />
                </span>
                {own.map((file) => (
                  <PaperRow key={file.uuid} file={file} card={type === 'signatory_dni'} mayBeSeen loadsPreview={seen} />
                ))}
              </li>
            ))}
          </ul>
        )}
      </WaitFor>
    </Section>
  )
}

function ShopParts({ parts, shop }: { parts: readonly FormPart<ShopField>[]; shop: Values<ShopField> }) {
  const { data: accounts = [] } = useQuery(ownAccountsRead())
  const account = accounts.find(({ id }) => id === shop.ibanId)
  return (
    <Parts
      step="add-merchant"
      parts={parts}
      values={{
        ...shop,
        inStoreOnly: shop.inStoreOnly === true ? true : null,
        monthlyEarnings: typeof shop.monthlyEarnings === 'number' ? money(shop.monthlyEarnings) : null,
        averageAmount: typeof shop.averageAmount === 'number' ? money(shop.averageAmount) : null,
        iban: typeof shop.iban === 'string' ? groupIban(shop.iban) : null,
        ibanId: account ? joinTexts([account.iban, account.bankName]) : null,
      }}
      labels={{ name: t('onboarding.shopName') }}
    />
  )
}

type PartsProps<F extends FieldName> = {
  step: OnboardingStep
  parts: readonly FormPart<F>[]
  values: Values<F>
  labels?: Partial<Record<F, string>>
}

/** The parts of a form with what was given in them; an empty field has no line. */
function Parts<F extends FieldName>({ step, parts, values, labels = {} }: PartsProps<F>) {
  const { data: activities = [] } = useQuery({ ...activitiesRead(), staleTime: Infinity })
  return parts.map(({ name, title, fields }) => {
    const items: Definition[] = fields
      .map((field) => ({ term: labels[field] ?? labelOf(field), value: fieldText(field, values[field], activities) }))
      .filter(({ value }) => value !== '')
    return (
      <Section key={name} title={t(title)} href={paths.onboarding(step, { part: name })}>
        {items.length > 0 ? <DefinitionList items={items} /> : <p className="text-md text-ink-3">{t('onboarding.summary.nothing')}</p>}
      </Section>
    )
  })
}

function Section({ title, href, children }: { title: string; href: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-4">
        <h3 className="font-strong">{title}</h3>
        <span className="-mr-3">
          <Button size="small" variant="quiet" href={href} aria-label={t('onboarding.summary.changeOf', { part: title })}>
            {t('onboarding.summary.change')}
          </Button>
        </span>
      </div>
      {children}
    </section>
  )
}
