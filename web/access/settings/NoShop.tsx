import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { mayAddShop } from '../../platform/session/mayAddShop.ts'
import { useSession } from '../../platform/session/session.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'

/** For a member without any merchant: what is missing, whom to ask, and what follows. Renders nothing for all others. */
export function NoShop() {
  const session = useSession()
  const { merchants, role } = session
  if (merchants.length > 0) return null
  const mayAdd = mayAddShop(session)
  const contact = settings().brand.supportEmail
  return (
    <Banner title={t('settings.noShop.title')} action={mayAdd && <Button href={paths.addShop()}>{t('onboarding.addShop')}</Button>}>
      {role !== 'owner' ? (
        t('settings.noShop.member')
      ) : (
        <>
          {t('settings.noShop.owner')} {!mayAdd && contact !== '' && t('settings.noShop.contact', { contact })}
        </>
      )}
    </Banner>
  )
}
