import { expect, it } from 'vitest'
import { deviceName } from './device.ts'

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', 'Chrome en Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari en iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox en Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36 Edg/141.0', 'Edge en Windows'],
  ['curl/8.5.0', 'un dispositivo que no conocemos'],
  ['<script>', 'un dispositivo que no conocemos'],
])('%s is %s', (userAgent, words) => expect(deviceName(userAgent)).toBe(words))
