import PTTCrypto
import PTTWire

extension MeshEngine {
    /// Makes a packet of ours for one peer and sends it where `route` says.
    mutating func send(
        _ type: PacketType, payload: ArraySlice<UInt8>, to recipient: PeerID, by route: Route, now: ClockReading,
        into effects: inout [Effect]
    ) {
        let draft = PacketDraft(type, from: identity.peerID, to: recipient, at: now.timestamp, payload: payload)
        do throws(PacketError) {
            let frame = try draft.encoded(padded: type.isPaddedOnWire)
            statistics.framesSent += 1
            switch route {
            case .back(let link) where links[link] != nil: effects.append(.send(frame, over: link))
            case .back, .everywhere: effects.append(.broadcast(frame, except: nil))
            }
        } catch {
            effects.append(.report(.unsendable(type)))
        }
    }

    /// Where something goes before there is a session that proves a way.
    enum Route {
        /// To where the question came from.
        case back(LinkID)
        case everywhere
    }

    /// Makes a signed packet for everybody and sends it.
    mutating func sendSigned(
        _ type: PacketType, payload: ArraySlice<UInt8>, now: ClockReading, into effects: inout [Effect]
    ) {
        var draft = PacketDraft(type, from: identity.peerID, at: now.timestamp, payload: payload)
        do throws(PacketError) {
            draft.signature = identity.signingKey.signature(for: try draft.signingBytes())
            dispatch(try draft.encoded(padded: type.isPaddedOnWire), to: nil, into: &effects)
        } catch {
            effects.append(.report(.unsendable(type)))
        }
    }

    /// Hands a finished frame to the link of its recipient, or to all where the recipient is nobody's neighbour.
    mutating func dispatch(_ frame: consuming [UInt8], to recipient: PeerID?, into effects: inout [Effect]) {
        statistics.framesSent += 1
        if let recipient, let link = peerTable.way(to: recipient) {
            effects.append(.send(frame, over: link))
        } else {
            effects.append(.broadcast(frame, except: nil))
        }
    }

    /// Tells everyone who we are.
    mutating func announce(now: ClockReading, into effects: inout [Effect]) {
        var announce = Announce(
            nickname: Nickname.fitting(configuration.nickname), noiseKey: identity.noiseKey.publicKey.bytes[...],
            signingKey: identity.signingKey.publicKey.bytes[...])
        announce.neighbors = peerTable.all.filter(\.isConnected).map(\.id).sorted()
        announce.capabilities = configuration.capabilities
        if configuration.speaksExtension {
            announce.voice = VoiceAbilities(reportsBursts: configuration.reportsBursts, codecs: configuration.codecs)
        }
        schedule.wasSent(at: now.instant, using: &random)
        do throws(PayloadError) {
            sendSigned(.announce, payload: try announce.encoded()[...], now: now, into: &effects)
        } catch {
            effects.append(.report(.unsendable(.announce)))
        }
    }

    /// Says goodbye, so that nobody waits for us.
    mutating func leave(now: ClockReading, into effects: inout [Effect]) {
        sendSigned(.leave, payload: [], now: now, into: &effects)
    }
}
