import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { useSession } from '../../platform/session/session.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'

/** For a member without any merchant: what is missing, whom to ask, and what follows. Renders nothing for all others. */
export function NoShop() {
  const { merchants, role } = useSession()
  if (merchants.length > 0) return null
  const contact = settings().brand.supportEmail
  return (
    <Banner title={t('settings.noShop.title')}>
      {role !== 'owner' ? (
        t('settings.noShop.member')
      ) : (
        <>
          {t('settings.noShop.owner')} {contact !== '' && t('settings.noShop.contact', { contact })}
        </>
      )}
    </Banner>
  )
}
