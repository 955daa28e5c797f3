const words = (text: string) => text.trim().split(/\s+/);

/**
 * Keywords of ssh_config(5), OpenSSH 10, that name neither a program nor a library, whatever their value, to any
 * distribution's ssh either. In lower case, as ssh compares them.
 */
const HARMLESS = new Set(
  words(`
    addkeystoagent addressfamily batchmode bindaddress bindinterface canonicaldomains canonicalizefallbacklocal
    canonicalizehostname canonicalizemaxdots canonicalizepermittedcnames casignaturealgorithms certificatefile channeltimeout
    checkhostip ciphers clearallforwardings compression connectionattempts connecttimeout controlmaster controlpath
    controlpersist dynamicforward enableescapecommandline enablesshkeysign escapechar exitonforwardfailure fingerprinthash
    forkafterauthentication forwardagent forwardx11 forwardx11timeout forwardx11trusted gatewayports globalknownhostsfile
    gssapiauthentication gssapidelegatecredentials hashknownhosts hostbasedacceptedalgorithms hostbasedauthentication
    hostkeyalgorithms identitiesonly identityagent ignoreunknown ipqos kbdinteractiveauthentication
    kbdinteractivedevices kexalgorithms localforward loglevel logverbose macs nohostauthenticationforlocalhost
    numberofpasswordprompts obscurekeystroketiming passwordauthentication permitremoteopen preferredauthentications
    proxyusefdpass pubkeyacceptedalgorithms pubkeyauthentication refuseconnection rekeylimit remoteforward requesttty
    requiredrsasize revokedhostkeys sendenv serveralivecountmax serveraliveinterval sessiontype setenv stdinnull
    streamlocalbindmask streamlocalbindunlink stricthostkeychecking syslogfacility tag tcpkeepalive tunnel tunneldevice
    updatehostkeys verifyhostkeydns versionaddendum visualhostkey warnweakcrypto
  `),
);

/** What distributions add, and older names that ssh still takes or at least passes over. */
const HARMLESS_ELSEWHERE = new Set(
  words(`
    challengeresponseauthentication cipher compressionlevel dsaauthentication gssapiclientidentity gssapikexalgorithms
    gssapikeyexchange gssapirenewalforcesrekey gssapiserveridentity gssapitrustdns hostbasedkeytypes keepalive
    protocol protocolkeepalives pubkeyacceptedkeytypes rsaauthentication setuptimeout usekeychain useprivilegedport
  `),
);

/** @param keyword in lower case */
export function isHarmless(keyword: string): boolean {
  return HARMLESS.has(keyword) || HARMLESS_ELSEWHERE.has(keyword);
}
