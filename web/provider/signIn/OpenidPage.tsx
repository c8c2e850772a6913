import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { staffOpenidFinish } from '#contract/provider/staffSession'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { callConsole } from '../api/callConsole.ts'
import { takeBack } from './openidBack.ts'
import { OutsideFrame } from './OutsideFrame.tsx'
import { useEnter } from './useEnter.ts'

/** The page to which the provider's identity provider returns: it ends the sign-in with the query that came, which leaves the address. */
export function OpenidPage() {
  const [response] = useState(() => location.search.slice(1))
  const enter = useEnter()
  const finish = useQuery({
    queryKey: ['console openid', response],
    queryFn: async () => {
      history.replaceState(null, '', location.pathname)
      await callConsole(staffOpenidFinish, { body: { response } })
      return true
    },
    enabled: response !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (finish.data) enter(takeBack())
  }, [finish.data, enter])
  const problem = response === '' ? t('console.openid.incomplete') : finish.error === null ? null : failureMessage(finish.error)
  return (
    <OutsideFrame title={t(problem === null ? 'session.signingIn' : 'console.signIn.title')}>
      {problem !== null && (
        <div className="grid gap-5">
          <ErrorBanner>{problem}</ErrorBanner>
          <p>
            <Button href="/console/sign-in">{t('console.link.signIn')}</Button>
          </p>
        </div>
      )}
    </OutsideFrame>
  )
}
