export { followLinks, navigate as go, replaceUrl as rename, route as place } from './app/router';
