import { useQuery } from '@tanstack/react-query'
import { consoleSignInOptions } from '#contract/provider/staffSession'
import { t } from '../../platform/i18n/t.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { callConsole } from '../api/callConsole.ts'
import { CompanySignIn } from './CompanySignIn.tsx'
import { StaffSignInForm } from './StaffSignInForm.tsx'

type SignInWaysProps = {
  /** The e-mail of who was signed in here. */
  known?: string
  /** The page to return to from the provider's identity provider. */
  back: string | undefined
  onSignedIn: () => unknown
}

/** The ways into the console: the provider's identity provider where there is one, or password and code. */
export function SignInWays({ known = '', back, onSignedIn }: SignInWaysProps) {
  // Without an answer the form is there all the same.
  const { data: options } = useQuery({
    queryKey: ['console sign-in'],
    queryFn: async ({ signal }) => (await callConsole(consoleSignInOptions, { signal })).answer,
  })
  return (
    <>
      {options?.needsSetup && (
        <div className="mb-6">
          <Banner title={t('console.signIn.nobody')}>{t('console.signIn.nobodyLead')}</Banner>
        </div>
      )}
      {options?.openid && <CompanySignIn name={options.openid.name} back={back} />}
      <StaffSignInForm known={known} onSignedIn={onSignedIn} />
    </>
  )
}
