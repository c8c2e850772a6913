import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staffLinkOpen } from '#contract/provider/staffSession'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { RecoveryCodeList } from '../../platform/session/RecoveryCodeList.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { callConsole } from '../api/callConsole.ts'
import { rolesText } from '../frame/personName.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { forgetLink, readLinkToken } from './linkToken.ts'
import { AccessForm } from './AccessForm.tsx'
import { OutsideFrame } from './OutsideFrame.tsx'
import { useEnter } from './useEnter.ts'

/** A link of set-up, an invitation or a lost access: name, password and authenticator, then the recovery codes to keep. */
export function LinkPage() {
  const [token] = useState(readLinkToken)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const read = useQuery({
    queryKey: ['console link', token],
    queryFn: async ({ signal }) => (await callConsole(staffLinkOpen, { body: { token: token ?? '' }, signal })).answer ?? undefined,
    enabled: token !== null,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (codes) return <KeepCodes codes={codes} />
  if (token === null || (isApiFailure(read.error) && ['InvalidToken', 'ApiValidationException'].includes(read.error.type)))
    return <DeadLink />
  const words = wordsOf(read.data)
  const keep = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    forgetLink()
    setCodes(recoveryCodes)
  }
  return (
    <OutsideFrame {...words} wide>
      <ReadState read={read}>
        {(link) => link && <AccessForm token={token} link={link} onDone={keep} onDead={() => void read.refetch()} />}
      </ReadState>
    </OutsideFrame>
  )
}

function wordsOf(link: { purpose: 'setup' | 'invitation' | 'reset'; roles: Parameters<typeof rolesText>[0] } | undefined) {
  if (!link) return { title: t('console.link.opening') }
  const roles = rolesText(link.roles)
  if (link.purpose === 'setup') return { title: t('console.setup.title'), lead: t('console.setup.lead') }
  if (link.purpose === 'reset') return { title: t('console.reset.title'), lead: t('console.reset.lead') }
  return { title: t('console.invitation.title'), lead: t('console.invitation.lead', { roles }) }
}

function DeadLink() {
  return (
    <OutsideFrame title={t('console.link.dead')} lead={t('console.link.deadLead')}>
      <Button href="/console/sign-in">{t('console.link.signIn')}</Button>
    </OutsideFrame>
  )
}

function KeepCodes({ codes }: { codes: readonly string[] }) {
  const [saved, setSaved] = useState(false)
  const enter = useEnter()
  return (
    <OutsideFrame title={t('settings.recovery.title')} lead={t('settings.recovery.about')} wide>
      <RecoveryCodeList codes={codes} saved={saved} onSaved={setSaved} />
      <div className="mt-6">
        <Button variant="filled" size="large" wide disabledReason={saved ? null : t('settings.recovery.keepFirst')} onClick={() => enter()}>
          {t('console.link.enter')}
        </Button>
      </div>
    </OutsideFrame>
  )
}
