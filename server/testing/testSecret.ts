/** The installation's secret of every test server. */
export const testSecret = 'a secret of the tests, longer than thirty-two characters'
