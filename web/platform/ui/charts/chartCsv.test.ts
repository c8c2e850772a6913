import { expect, it } from 'vitest'
import { chartCsv, fileNameOf } from './chartCsv.ts'

it('writes figures as Spanish spreadsheets read them, and no formula', () => {
  const text = chartCsv({
    pointName: 'Campaña',
    columns: [
      { name: 'Vendido', unit: 'money' },
      { name: 'Ventas', unit: 'count' },
      { name: 'Devuelto', unit: 'share' },
    ],
    points: [
      { key: 'a', label: 'a', name: '=1+1; otoño', values: [123_456, 1_234, 590] },
      { key: 'b', label: 'b', name: 'Ñandú', values: [-5, 0, null] },
    ],
  })
  expect(text).toBe('\ufeffCampaña;Vendido (€);Ventas;Devuelto (%)\r\n"\'=1+1; otoño";1234,56;1234;5,90\r\nÑandú;-0,05;0;\r\n')
})

it('names a file after the chart', () => {
  expect(fileNameOf('Los sábados vendes el doble: 2.731,73 €')).toBe('los-sabados-vendes-el-doble-2-731-73')
})
