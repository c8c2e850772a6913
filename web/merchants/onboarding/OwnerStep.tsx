import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { ownerCreate, type ownerList } from '#contract/merchants/owners'
import type { Onboarding } from '#contract/merchants/onboarding'
import type { OwnershipType } from '#domain/merchants/company/ownership'
import { write } from '../../platform/api/write.ts'
import { enterpriseRead, ownersRead } from '../company/companyReads.ts'
import { OwnerTable } from '../company/OwnerTable.tsx'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { OwnerEditor } from './OwnerEditor.tsx'
import { StepFrame } from './StepFrame.tsx'
import { useNextStep } from './useNextStep.ts'
import { WaitFor } from './WaitFor.tsx'

type Owners = AnswerOf<typeof ownerList>

/** The owners of the company: the list, or one of them (query `ownerId`). */
export function OwnerStep({ onboarding }: { onboarding: Onboarding }) {
  const { ownerId } = useAddress().search
  const owners = useQuery(ownersRead())
  const company = useQuery(enterpriseRead())
  return (
    <WaitFor read={company}>
      {({ ownershipType, isListed }) => (
        <WaitFor read={owners}>
          {(data) => {
            const present = data.owners.find(({ id }) => id === ownerId)
            return present ? (
              <OwnerEditor key={present.id} onboarding={onboarding} owner={present} ownership={ownershipType} />
            ) : (
              <OwnerOverview onboarding={onboarding} data={data} ownership={ownershipType} isListed={isListed} />
            )
          }}
        </WaitFor>
      )}
    </WaitFor>
  )
}

type OverviewProps = { onboarding: Onboarding; data: Owners; ownership: OwnershipType | null; isListed: boolean }

function OwnerOverview({ onboarding, data, ownership, isListed }: OverviewProps) {
  const client = useQueryClient()
  const next = useNextStep('owner')
  const [tried, setTried] = useState(false)
  const { owners, problems, undeclared } = data
  const most = ownership === 'full' ? 1 : ownership === 'majority' ? 3 : Infinity
  const incomplete = owners.find(({ gaps }) => gaps.length > 0)
  const add = async () => {
    const created = await write(ownerCreate, { body: {}, mode: 'live' })
    await client.invalidateQueries(ownersRead())
    go(paths.onboarding('owner', { ownerId: created.id }))
  }
  const errors = tried ? [...problems.map(({ message }) => message), ...(incomplete ? [t('onboarding.ownerIncomplete')] : [])] : []
  return (
    <StepFrame
      onboarding={onboarding}
      step="owner"
      onContinue={async () => {
        setTried(true)
        // The first owner’s form opens at once, since at least one is required.
        if (owners.length === 0 && !isListed) await add()
        else await next()
      }}
      {...(owners.length === 0 && !isListed && { continueLabel: t('onboarding.addOwner') })}
    >
      {isListed && <p className="text-ink-2">{t('company.listedHelp')}</p>}
      {owners.length > 0 && (
        <OwnerTable owners={owners} undeclared={undeclared} hrefOf={(id) => paths.onboarding('owner', { ownerId: id })} />
      )}
      {errors.length > 0 && (
        <Banner tone="warning" live title={t('onboarding.ownersWrong')}>
          <ul>
            {errors.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Banner>
      )}
      {owners.length > 0 && owners.length < most && (
        <div>
          <Button onClick={() => void add()}>{t('onboarding.addOwner')}</Button>
        </div>
      )}
    </StepFrame>
  )
}
