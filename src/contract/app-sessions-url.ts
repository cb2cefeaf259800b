/** Not among `urls`, which every page loads: few come from the app with a token. */
export const APP_SESSIONS_URL = '/v1/auth/app-sessions'
