import { useQuery, useQueryClient } from '@tanstack/react-query'
import { meDeviceForget, meDeviceForgetAll } from '#contract/access/security'
import { write } from '../../platform/api/write.ts'
import { date, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { DeviceRow, deviceName } from './DeviceRow.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { devicesRead } from './securityReads.ts'

/** Browsers that have signed in before, and their removal: the next sign-in from there counts as from a new device. */
export function KnownDevices() {
  const client = useQueryClient()
  const devices = useQuery(devicesRead())
  const onSettled = () => client.invalidateQueries({ queryKey: devicesRead().queryKey })
  const forgotten = (count: number) => t('settings.devices.forgotten', { count })
  return (
    <DeviceSection
      title={t('settings.devices')}
      about={t('settings.devices.about')}
      read={devices}
      all={{
        label: t('settings.devices.forgetAll'),
        busy: t('settings.devices.forgetting'),
        offered: (devices.data?.length ?? 0) > 1,
        call: async () => forgotten((await write(meDeviceForgetAll, { mode: 'live' })).forgotten),
        onSettled,
      }}
      none={devices.data?.length === 0 ? t('settings.devices.none') : null}
    >
      {devices.data?.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          present={device.present ? t('settings.devices.present') : null}
          verb={{
            label: t('settings.devices.forget'),
            name: t('settings.devices.forgetOne', { device: deviceName(device) }),
            busy: t('settings.devices.forgetting'),
            call: () => write(meDeviceForget, { params: { deviceId: device.id }, mode: 'live' }),
            done: forgotten(1),
            onSettled,
          }}
        >
          <p className="text-sm text-ink-3">
            {t('settings.devices.used', { time: nearTime(device.lastUsed), since: date(device.created) })}
          </p>
        </DeviceRow>
      ))}
    </DeviceSection>
  )
}
